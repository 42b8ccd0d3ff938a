//! The normal distribution.

/// The value beyond which [`CONFIDENCE_TAIL`](super::confidence::CONFIDENCE_TAIL) of the normal distribution lies.
pub(super) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// The complementary error function of a non-negative `x`: by the series of the error function (M. Abramowitz and I. A.
/// Stegun, *Handbook of Mathematical Functions*, 1964, 7.1.6), or by the continued fraction 7.1.14 for larger `x`.
pub(super) fn erfc(x: f64) -> f64 {
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for k in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * k + 1);
            sum += term;
        }
        return 1.0 - 2.0 * scale * sum;
    }
    scale / (1..100).rev().fold(x, |fraction, k| x + f64::from(k) / 2.0 / fraction)
}
