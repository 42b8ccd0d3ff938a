//! The guard: a process of ours between us and a solver, which nothing that a solver starts outlives.
//!
//! It is the *subreaper* of what it starts: a process that a solver leaves behind, in whichever group or
//! session, becomes a child of the guard, which kills it and waits for it. So its CPU time is known in full,
//! from `wait4`, and when the guard says that a search is over there is no process of it any more. When its
//! own input ends, because our process ended, in whatever way, it kills the running processes and ends. A
//! solver may stop or kill the guard; its client watches for that (`watchdog`).
//!
//! Limits: CPU time and memory in use are looked at, of all processes of the solver together, every few
//! milliseconds at first and every 20 later; the kernel holds address space, size of files and, with a second
//! more, CPU time of each process (`setrlimit`). Where control groups can be made (`group`), each program is
//! in one, which holds its memory instead. A program that neither runs nor waits for a processor is allowed
//! as much of that as CPU time, and half a second more. It is asked to end (`SIGTERM`), and [`GRACE`] later killed.

mod meter;

use super::group::{Group, Place};
use super::order::{End, Order, Reply};
use super::reap::{Reaped, reap, start};
use super::tree::{Used, below, peak, seen_below, used};
use meter::Meter;
use rustix::process::{Pid, Signal, kill_process, set_child_subreaper, set_parent_process_death_signal};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ExitCode};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The hidden command that the guard is started with.
pub const COMMAND: &str = "guard";

/// Between the request to end and the end.
const GRACE: Duration = Duration::from_millis(300);
/// For how long killed processes are waited for.
const LAST: Duration = Duration::from_secs(5);
/// For how long the output of a program that has ended, which is on its way, is waited for: nothing holds the other end of
/// its pipes but a process that could not be killed.
const DRAIN: Duration = LAST;
/// The most bytes of standard error that are of interest.
const ERRORS: usize = 1 << 14;

/// The messages of the threads that read.
enum Said {
    Order(Box<Order>),
    NoMoreOrders,
    /// Of the program with this number.
    Output(u64, Vec<u8>),
    OutputEnds(u64),
    Errors(u64, Vec<u8>),
    ErrorsEnd(u64),
}

/// Serves orders until there are no more.
pub fn serve() -> ExitCode {
    if let Err(error) = set_child_subreaper(Some(rustix::process::getpid())) {
        eprintln!("this system does not let a process wait for its grandchildren: {error}");
        return ExitCode::from(5);
    }
    survive_the_client();
    let (sender, said) = channel();
    let orders = sender.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(std::io::stdin()).lines().map_while(Result::ok) {
            let Ok(order) = serde_json::from_str(&line) else { break };
            let _ = orders.send(Said::Order(order));
        }
        let _ = orders.send(Said::NoMoreOrders);
    });
    let place = Place::find().inspect(Place::sweep);
    let mut guard = Guard { said, sender, program: None, starts: 0, place, folder: None };
    while let Ok(message) = guard.said.recv() {
        match message {
            Said::Order(order) => {
                let Some(done) = guard.serve(&order) else { break };
                if done.tell().is_err() {
                    break;
                }
            }
            Said::NoMoreOrders => break,
            _ => {}
        }
    }
    guard.clear(Duration::ZERO);
    // The client removes it as well, unless it was killed.
    if let Some(folder) = guard.folder.take() {
        let _ = std::fs::remove_dir_all(folder);
    }
    ExitCode::SUCCESS
}

/// Has this process clean up after its client even if a program has stopped it. The end of the client wakes it then;
/// with that Linux may send `SIGHUP`, which must not end it, nor may what a program sends. Programs are started with
/// the usual actions of signals.
fn survive_the_client() {
    let _ = set_parent_process_death_signal(Some(Signal::CONT));
    let _ = ctrlc::set_handler(|| ());
}

/// A reply with the output that follows it.
struct Done {
    reply: Reply,
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Done {
    fn tell(&self) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        let mut line = serde_json::to_vec(&self.reply)?;
        line.push(b'\n');
        out.write_all(&line)?;
        out.write_all(&self.output)?;
        out.write_all(&self.errors)?;
        out.flush()
    }
}

struct Guard {
    said: Receiver<Said>,
    sender: Sender<Said>,
    /// The program that runs, or that stays to be asked.
    program: Option<Program>,
    starts: u64,
    /// Where control groups can be made.
    place: Option<Place>,
    /// The folder that the last program ran in.
    folder: Option<PathBuf>,
}

/// A program at work.
struct Program {
    number: u64,
    process: i32,
    /// The group of the program and all that it starts. It is removed once all of them are gone.
    group: Option<Group>,
    /// Kept so that its pipes stay open; it is waited for by its number.
    _child: Child,
    input: Option<ChildStdin>,
    output: Vec<u8>,
    output_ended: bool,
    /// Whether a line of output is complete.
    has_line: bool,
    errors: Vec<u8>,
    errors_ended: bool,
    /// How it ended.
    status: Option<End>,
    /// CPU time and memory of processes that were waited for.
    reaped: Used,
    /// The most memory of a process that has been waited for.
    rss: u64,
}

impl Guard {
    /// Carries out the order; `None`: the answer is not wanted any more.
    fn serve(&mut self, order: &Order) -> Option<Done> {
        let Some(line) = &order.ask else {
            self.clear(Duration::ZERO);
            return self.attempt(order, None);
        };
        // A program that has ended by itself since its last answer, or does not read, is started again.
        let is_fit =
            |program: &mut Program| !program.reap() && program.status.is_none() && program.input.is_some();
        if !self.program.as_mut().is_some_and(is_fit) {
            self.clear(Duration::ZERO);
        }
        let is_known = self.program.is_some();
        let done = self.attempt(order, Some(line))?;
        // A program may also end of its own accord while this question is on its way; it is started again,
        // too.
        if is_known && done.reply.end == End::Exit(0) && done.output.is_empty() {
            return self.attempt(order, Some(line));
        }
        Some(done)
    }

    /// Carries out the order, with the program that is there or a new one; `None`: the answer is not wanted
    /// any more.
    fn attempt(&mut self, order: &Order, line: Option<&String>) -> Option<Done> {
        let since = Instant::now();
        if self.program.is_none()
            && let Err(error) = self.start(order)
        {
            return Some(Done::of(End::NotStarted(error)));
        }
        let program = self.program.as_mut()?;
        let mut meter = Meter::new(since, program);
        if let (Some(line), Some(mut input)) = (line, program.input.take()) {
            // By a thread: a program that does not read would have us wait.
            let (line, (sent, got)) = (format!("{line}\n"), channel());
            std::thread::spawn(move || {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_ok() {
                    let _ = sent.send(input);
                }
            });
            let end = self.wait(order, &mut meter)?;
            let program = self.program.as_mut()?;
            // It may have answered before the message of the writing thread arrived, which on a busy machine
            // can take a while. Dropping the input closes it, and a program may take that for the end of all
            // questions.
            program.input = got.recv_timeout(if end == End::Answered { LAST } else { Duration::ZERO }).ok();
            return Some(self.conclude(end, order, &meter));
        }
        let end = self.wait(order, &mut meter)?;
        Some(self.conclude(end, order, &meter))
    }

    fn start(&mut self, order: &Order) -> Result<(), String> {
        self.folder = Some(order.folder.clone());
        self.starts += 1;
        let number = self.starts;
        let group = self.place.as_ref().map(|place| Group::new(place, number, order.bounds.memory));
        let group =
            group.transpose().map_err(|error| format!("its control group cannot be made: {error}"))?;
        let mut child = start(order, group.as_ref())?;
        let process = child.id() as i32;
        let most = order.bounds.output;
        if let Some(pipe) = child.stdout.take() {
            let (sender, ended) = (self.sender.clone(), self.sender.clone());
            std::thread::spawn(move || {
                read(pipe, most.saturating_add(1), |bytes| sender.send(Said::Output(number, bytes)).is_ok());
                ended.send(Said::OutputEnds(number))
            });
        }
        if let Some(pipe) = child.stderr.take() {
            let (sender, ended) = (self.sender.clone(), self.sender.clone());
            std::thread::spawn(move || {
                read(pipe, u64::MAX, |bytes| sender.send(Said::Errors(number, bytes)).is_ok());
                ended.send(Said::ErrorsEnd(number))
            });
        }
        self.program = Some(Program {
            number,
            process,
            group,
            input: child.stdin.take(),
            _child: child,
            output: Vec::new(),
            output_ended: false,
            has_line: false,
            errors: Vec::new(),
            errors_ended: false,
            status: None,
            reaped: Used::default(),
            rss: 0,
        });
        Ok(())
    }

    /// Waits for an answer, an end or a limit; `None`: there are no more orders.
    fn wait(&mut self, order: &Order, meter: &mut Meter) -> Option<End> {
        loop {
            let message = self.said.recv_timeout(meter.pause(self.program.as_ref()?));
            let program = self.program.as_mut()?;
            match message {
                Ok(Said::NoMoreOrders) => return None,
                Ok(Said::Order(_)) | Err(RecvTimeoutError::Disconnected) => {}
                Ok(said) => program.hear(said),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if program.output.len() as u64 > order.bounds.output {
                return Some(End::Output);
            }
            if order.ask.is_some() && program.has_line {
                return Some(End::Answered);
            }
            program.reap();
            if let Some(end) = &program.status {
                return Some(end.clone());
            }
            if meter.last.elapsed() >= Duration::from_millis(1)
                && let Some(end) = meter.look(program, &order.bounds)
            {
                return Some(end);
            }
        }
    }

    /// Ends the processes that have to end, and makes the reply.
    fn conclude(&mut self, end: End, order: &Order, meter: &Meter) -> Done {
        let wall = meter.since.elapsed();
        let killed = matches!(end, End::Time | End::Memory | End::Output);
        let mut strays = 0;
        if end != End::Answered {
            strays = self.kill(if killed { GRACE } else { Duration::ZERO });
            self.drain();
        }
        let Some(program) = &mut self.program else { return Done::of(end) };
        // A program whose output is no longer read dies of that, and its end may be seen before all of its
        // output.
        let flooded = program.output.len() as u64 > order.bounds.output;
        let end = if flooded && !killed { End::Output } else { end };
        let ran_out = program.group.as_ref().is_some_and(Group::ran_out);
        let end = if ran_out && matches!(end, End::Exit(_) | End::Signal(_)) { End::Memory } else { end };
        let cpu = match end {
            End::Answered => program.used_now().ran,
            _ => program.reaped.ran,
        };
        let output = match end {
            End::Answered => {
                let length = program.output.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
                let line = program.output.drain(..length).collect();
                program.has_line = program.output.contains(&b'\n');
                line
            }
            _ => std::mem::take(&mut program.output),
        };
        let most = usize::try_from(order.bounds.output).unwrap_or(usize::MAX);
        let mut done = Done { output, errors: std::mem::take(&mut program.errors), ..Done::of(end.clone()) };
        done.output.truncate(most);
        done.reply.cpu_ns = cpu.saturating_sub(meter.base.ran);
        done.reply.wall_ns = u64::try_from(wall.as_nanos()).unwrap_or(u64::MAX);
        // A quick answer may come before the first look at memory.
        let peak = if end == End::Answered { peak(program.process) } else { 0 };
        done.reply.rss = program.rss.max(meter.memory).max(peak);
        done.reply.strays = strays;
        (done.reply.output, done.reply.errors) = (done.output.len(), done.errors.len());
        if end != End::Answered {
            self.program = None;
        }
        done
    }

    /// Takes in the output of the program that is still on its way.
    fn drain(&mut self) {
        let until = Instant::now() + DRAIN;
        while let Some(program) =
            self.program.as_mut().filter(|program| !program.output_ended || !program.errors_ended)
        {
            let left = until.saturating_duration_since(Instant::now());
            match self.said.recv_timeout(left) {
                Ok(Said::NoMoreOrders) => {
                    // Queued again for the loop that waits for orders.
                    let _ = self.sender.send(Said::NoMoreOrders);
                    return;
                }
                Ok(said) => program.hear(said),
                Err(_) => return,
            }
        }
    }

    /// Ends the program, if there is one, and forgets it.
    fn clear(&mut self, grace: Duration) {
        if self.program.is_some() {
            self.kill(grace);
            self.program = None;
        }
    }

    /// Kills everything below this process, after asking it to end where there is some grace. How many
    /// processes outlived the program.
    fn kill(&mut self, grace: Duration) -> u32 {
        let Some(program) = &mut self.program else { return 0 };
        // Closing its input asks a program that stays to end.
        program.input = None;
        let (begun, mut strays) = (Instant::now(), 0);
        let mut asked = false;
        while begun.elapsed() < grace + LAST {
            if program.reap() {
                break;
            }
            let living = below(rustix::process::getpid().as_raw_nonzero().get());
            if program.status.is_some() {
                strays = strays.max(living.len() as u32);
            }
            let late = begun.elapsed() >= grace;
            if let Some(group) = program.group.as_ref().filter(|_| late) {
                group.kill();
            }
            for process in living.into_iter().filter_map(Pid::from_raw) {
                let signals: &[Signal] = match (late, asked) {
                    (true, _) => &[Signal::KILL],
                    (false, false) => &[Signal::TERM, Signal::CONT],
                    (false, true) => &[],
                };
                signals.iter().for_each(|&signal| _ = kill_process(process, signal));
            }
            asked = true;
            std::thread::sleep(Duration::from_millis(1));
        }
        strays
    }
}

impl Done {
    fn of(end: End) -> Done {
        let reply = Reply { end, cpu_ns: 0, wall_ns: 0, rss: 0, strays: 0, output: 0, errors: 0 };
        Done { reply, output: Vec::new(), errors: Vec::new() }
    }
}

impl Program {
    fn hear(&mut self, said: Said) {
        match said {
            Said::Output(number, bytes) if number == self.number => {
                self.has_line |= bytes.contains(&b'\n');
                self.output.extend(bytes);
            }
            Said::OutputEnds(number) if number == self.number => self.output_ended = true,
            Said::ErrorsEnd(number) if number == self.number => self.errors_ended = true,
            Said::Errors(number, bytes) if number == self.number => {
                self.errors.extend(bytes);
                let over = self.errors.len().saturating_sub(ERRORS);
                self.errors.drain(..over);
            }
            _ => {}
        }
    }

    /// Waits for processes that have ended; returns whether none is left.
    fn reap(&mut self) -> bool {
        loop {
            match reap() {
                Reaped::One { process, end, cpu_ns, rss } => {
                    self.reaped.ran += cpu_ns;
                    self.rss = self.rss.max(rss);
                    if process == self.process {
                        self.status = Some(end);
                    }
                }
                Reaped::NoneYet => return false,
                Reaped::NoneLeft => return true,
            }
        }
    }

    /// The resources used so far by all its processes.
    fn used_now(&self) -> Used {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        seen_below(own).into_iter().map(used).fold(self.reaped, Used::and)
    }
}

/// Hands the bytes from `pipe` to `take`, up to `most` bytes, until it is not wanted any more.
fn read(mut pipe: impl Read, most: u64, mut take: impl FnMut(Vec<u8>) -> bool) {
    let (mut buffer, mut seen) = (vec![0; 1 << 16], 0);
    while seen < most {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                seen += length as u64;
                if !take(buffer[..length].to_vec()) {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
