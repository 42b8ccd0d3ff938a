//! Wraps a strategy to replace its sessions.

use coverlab_model::{About, Backend, Problem, Refusal, Script, Session};
use std::sync::Arc;

/// Makes a session from a strategy.
type MakeSession<P> = dyn Fn(&Arc<dyn Backend<P>>) -> Box<dyn Session<P>> + Send + Sync;

/// A strategy with other sessions. It does not forward `solve_together`, which would search without them: outside of their
/// process and its limits, for example.
struct WithSessions<P: Problem> {
    inner: Arc<dyn Backend<P>>,
    make: Box<MakeSession<P>>,
}

/// The strategy `inner`, whose sessions are those that `make` makes from it.
pub(crate) fn with_sessions<P: Problem>(
    inner: Arc<dyn Backend<P>>,
    make: impl Fn(&Arc<dyn Backend<P>>) -> Box<dyn Session<P>> + Send + Sync + 'static,
) -> Arc<dyn Backend<P>> {
    Arc::new(WithSessions { inner, make: Box::new(make) })
}

impl<P: Problem> Backend<P> for WithSessions<P> {
    fn about(&self) -> &'static About {
        self.inner.about()
    }

    fn script(&self) -> Script {
        self.inner.script()
    }

    fn accepts(&self, problem: &P) -> Result<(), Refusal> {
        self.inner.accepts(problem)
    }

    fn refusal(&self, problem: &P) -> Option<Refusal> {
        self.inner.refusal(problem)
    }

    fn bytes(&self, size: P::Size) -> u64 {
        self.inner.bytes(size)
    }

    fn side_by_side(&self, problem: &P) -> bool {
        self.inner.side_by_side(problem)
    }

    fn allows_rehearsal(&self) -> bool {
        self.inner.allows_rehearsal()
    }

    fn session(&self) -> Box<dyn Session<P>> {
        (self.make)(&self.inner)
    }
}
