//! [`forward!`](crate::forward): the methods of an observer that wraps another one.

/// Implements the named methods of an [`Observer`](crate::Observer) of `$problem` by passing them on to
/// another observer: `forward!(self => self.to; Cnf: start node)`. The compiler reports methods that are
/// neither named nor written by hand.
#[macro_export]
macro_rules! forward {
    ($this:ident => $to:expr; $problem:ty: $($method:ident)*) => {
        $($crate::forward!(@$method [$this, $to] $problem);)*
    };

    (@start $at:tt $problem:ty) => { $crate::forward!(@mut $at start()); };
    (@node $at:tt $problem:ty) => { $crate::forward!(@mut $at node(depth: usize) -> $crate::Flow); };
    (@unwatched $at:tt $problem:ty) => { $crate::forward!(@ref $at unwatched() -> u64); };
    (@entered $at:tt $problem:ty) => { $crate::forward!(@mut $at entered(nodes: u64, deepest: usize)); };
    (@poll $at:tt $problem:ty) => { $crate::forward!(@mut $at poll() -> $crate::Flow); };
    (@ahead $at:tt $problem:ty) => {
        $crate::forward!(@mut $at ahead(time: std::time::Duration) -> $crate::Flow);
    };
    (@limits $at:tt $problem:ty) => { $crate::forward!(@ref $at limits() -> $crate::Limits); };
    (@chose $at:tt $problem:ty) => { $crate::forward!(@mut $at chose(choice: $crate::Choice)); };
    (@count $at:tt $problem:ty) => { $crate::forward!(@mut $at count(event: $crate::Event, by: u64)); };
    (@step $at:tt $problem:ty) => {
        $crate::forward!(@mut $at step(build: impl FnOnce() -> $crate::Step));
    };
    (@solution $at:tt $problem:ty) => {
        $crate::forward!(
            @mut $at solution(build: impl FnOnce() -> <$problem as $crate::Problem>::Solution) -> $crate::Flow
        );
    };
    (@only_counts $at:tt $problem:ty) => { $crate::forward!(@ref $at only_counts() -> bool); };
    (@will_only_count $at:tt $problem:ty) => { $crate::forward!(@ref $at will_only_count() -> bool); };
    (@solutions $at:tt $problem:ty) => {
        $crate::forward!(@mut $at solutions(many: &$crate::Natural) -> $crate::Flow);
    };
    (@branch $at:tt $problem:ty) => {
        $crate::forward!(@mut $at branch(depth: usize, index: usize, of: usize));
    };
    (@follows_branches $at:tt $problem:ty) => { $crate::forward!(@ref $at follows_branches() -> bool); };
    (@partial $at:tt $problem:ty) => { $crate::forward!(@mut $at partial(build: impl FnOnce() -> $problem)); };

    (@mut [$this:ident, $to:expr] $method:ident($($name:ident: $type:ty),*) $(-> $result:ty)?) => {
        #[inline(always)]
        fn $method(&mut $this, $($name: $type),*) $(-> $result)? {
            $to.$method($($name),*)
        }
    };
    (@ref [$this:ident, $to:expr] $method:ident() -> $result:ty) => {
        #[inline(always)]
        fn $method(&$this) -> $result {
            $to.$method()
        }
    };
}
