//! The pipes of a running program. Threads read its output, and write questions to it: a program that does not read
//! would block the writer.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long a program that has answered may take to read the rest of its question.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of bytes of standard error that are kept.
const MAX_ERRORS: usize = 1 << 14;
/// How often a reader of the remaining output checks whether it was cancelled.
const DRAIN_CHECK: Duration = Duration::from_millis(20);

/// The pipes of a program, and what came out of them.
#[derive(Debug)]
pub(crate) struct Pipes {
    /// Disconnected when the program has closed its standard output and standard error.
    received: Receiver<Received>,
    /// `None` if the program does not answer questions.
    questions: Option<QuestionWriter>,
    /// The number of bytes of output since the last question.
    output_bytes: Arc<AtomicU64>,
    pub(crate) output: Vec<u8>,
    /// Whether the output contains a complete line.
    pub(crate) has_line: bool,
    errors: Vec<u8>,
    /// Whether the program has closed its standard output and standard error.
    pub(crate) is_closed: bool,
}

/// Bytes from a program.
enum Received {
    Output(Vec<u8>),
    Errors(Vec<u8>),
}

/// The thread that writes questions. It ends, and closes the pipe, when this value is dropped.
#[derive(Debug)]
struct QuestionWriter {
    lines: Sender<String>,
    /// A message for each line that was written.
    written: Receiver<()>,
}

impl Pipes {
    /// The pipes of `child`. Its standard output is read until it is longer than `limit` bytes.
    pub(crate) fn new(child: &mut Child, limit: u64) -> Pipes {
        let (sender, received) = channel();
        let output_bytes = Arc::<AtomicU64>::default();
        if let Some(pipe) = child.stdout.take() {
            let (sender, count) = (sender.clone(), output_bytes.clone());
            std::thread::spawn(move || {
                read(pipe, |bytes| {
                    count.fetch_add(bytes.len() as u64, Relaxed);
                    sender.send(Received::Output(bytes)).is_ok() && count.load(Relaxed) <= limit
                });
            });
        }
        if let Some(pipe) = child.stderr.take() {
            std::thread::spawn(move || read(pipe, |bytes| sender.send(Received::Errors(bytes)).is_ok()));
        }
        Pipes {
            received,
            questions: child.stdin.take().map(QuestionWriter::start),
            output_bytes,
            output: Vec::new(),
            has_line: false,
            errors: Vec::new(),
            is_closed: false,
        }
    }

    /// Whether the program can be asked a question.
    pub(crate) fn can_ask(&self) -> bool {
        self.questions.is_some()
    }

    /// Asks a question. Discards what the program wrote since its last answer, because it answers no question.
    pub(crate) fn ask(&mut self, question: &str) {
        self.received.try_iter().for_each(drop);
        self.output.clear();
        self.has_line = false;
        self.output_bytes.store(0, Relaxed);
        if let Some(questions) = &self.questions {
            let _ = questions.lines.send(format!("{question}\n"));
        }
    }

    /// Waits until the question that was just answered is written: on a busy machine, that message may arrive after the
    /// answer. If it does not arrive within [`READ_TIMEOUT`], the program does not read, and cannot be asked again.
    pub(crate) fn finish_question(&mut self) {
        let has_read = |questions: &QuestionWriter| questions.written.recv_timeout(READ_TIMEOUT).is_ok();
        self.questions = self.questions.take().filter(has_read);
    }

    /// Closes the standard input, which asks a program that answers questions to exit.
    #[cfg(target_os = "linux")]
    pub(crate) fn close_input(&mut self) {
        self.questions = None;
    }

    /// Waits at most `timeout` for bytes from the program.
    pub(crate) fn receive(&mut self, timeout: Duration) {
        match self.received.recv_timeout(timeout) {
            Ok(Received::Output(bytes)) => {
                self.has_line |= bytes.contains(&b'\n');
                self.output.extend(bytes);
            }
            Ok(Received::Errors(bytes)) => {
                self.errors.extend(bytes);
                let excess = self.errors.len().saturating_sub(MAX_ERRORS);
                self.errors.drain(..excess);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if self.is_closed => std::thread::sleep(timeout),
            Err(RecvTimeoutError::Disconnected) => self.is_closed = true,
        }
    }

    /// Reads the remaining output of a program that has ended. Another process may keep the pipes open, so this takes
    /// at most `timeout`, and ends when it `is_cancelled`.
    pub(crate) fn drain(&mut self, timeout: Duration, is_cancelled: impl Fn() -> bool) {
        let deadline = Instant::now() + timeout;
        while !self.is_closed && Instant::now() < deadline && !is_cancelled() {
            self.receive(DRAIN_CHECK.min(deadline.saturating_duration_since(Instant::now())));
        }
    }

    /// Whether the output is longer than `limit` bytes.
    pub(crate) fn exceeds(&self, limit: u64) -> bool {
        self.output.len() as u64 > limit
    }

    /// Removes the first line from the output.
    pub(crate) fn take_line(&mut self) -> Vec<u8> {
        let length = self.output.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = self.output.drain(..length).collect();
        self.has_line = self.output.contains(&b'\n');
        line
    }

    /// Removes the output, and returns at most `limit` bytes of it.
    pub(crate) fn take_output(&mut self, limit: u64) -> Vec<u8> {
        self.output.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        std::mem::take(&mut self.output)
    }

    /// Removes the end of standard error.
    pub(crate) fn take_errors(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.errors)
    }
}

impl QuestionWriter {
    /// Starts the thread that writes to `input`.
    fn start(mut input: ChildStdin) -> QuestionWriter {
        let (lines, unwritten) = channel::<String>();
        let (sender, written) = channel();
        std::thread::spawn(move || {
            for line in unwritten {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
                let _ = sender.send(());
            }
        });
        QuestionWriter { lines, written }
    }
}

/// Passes chunks of bytes from `pipe` to `take` until the pipe ends or `take` returns `false`.
fn read(mut pipe: impl Read, take: impl Fn(Vec<u8>) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut buffer) {
            Ok(length @ 1..) if take(buffer[..length].to_vec()) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}
