//! Numbers of any size: words in ascending order, the highest not 0. The vectors are reused.

#[inline(always)]
pub(super) fn add(sum: &mut Vec<u64>, number: &[u64]) {
    if sum.len() < number.len() {
        sum.resize(number.len(), 0);
    }
    let mut carry = false;
    for (k, word) in sum.iter_mut().enumerate() {
        let (first, over) = word.overflowing_add(number.get(k).copied().unwrap_or(0));
        let (second, again) = first.overflowing_add(u64::from(carry));
        (*word, carry) = (second, over || again);
    }
    if carry {
        sum.push(1);
    }
}

/// Multiplies by a number; `room` is a buffer.
#[inline(always)]
pub(super) fn multiply(product: &mut Vec<u64>, by: &[u64], room: &mut Vec<u64>) {
    if product.is_empty() || by.is_empty() {
        product.clear();
        return;
    }
    room.clear();
    room.resize(product.len() + by.len(), 0);
    for (k, &word) in product.iter().enumerate() {
        let mut carry = 0;
        for (place, &by) in room[k..].iter_mut().zip(by) {
            let wide = u128::from(word) * u128::from(by) + u128::from(*place) + u128::from(carry);
            (*place, carry) = (wide as u64, (wide >> 64) as u64);
        }
        room[k + by.len()] = carry;
    }
    if room.last() == Some(&0) {
        room.pop();
    }
    std::mem::swap(product, room);
}
