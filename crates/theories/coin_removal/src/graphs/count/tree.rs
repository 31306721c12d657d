//! Topological orders of directed trees.

use num_bigint::BigUint;

use super::super::table::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The number of topological orders of a tree whose edges are directed. O(n²) products of numbers of O(n log n) bits.
///
/// Let f(k) be the number of orders of a subtree of s vertices in which k of them come before its root v. The orders of
/// another one, of t vertices, whose root c is joined to v, are merged with them: let g(j) be the number of those in
/// which c may lie as the edge demands if j of the t come before v. Then f'(i) is the sum over k + j = i of
/// f(k)·g(j)·C(i, k)·C(s + t - 1 - i, t - j). The numbers
/// f(k)·C(s - 1, k) are held instead: their convolution with g(j)·C(t, j), times C(s + t - 1, t), are those of the union.
///
/// # Errors
/// A limit was reached.
pub(super) fn orders(edges: &[(u32, u32)], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let n = edges.len() + 1;
    let mut places = Table::<u32>::new(edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(1));
    // The other ends of the edges at each vertex, and whether the vertex comes before that end.
    let mut around: Vec<Vec<(u32, bool)>> = Vec::with_capacity(n);
    let mut place = |v: u32, around: &mut Vec<Vec<(u32, bool)>>| {
        if places.at(v) == 0 {
            around.push(Vec::new());
            places.set(v, around.len() as u32);
        }
        places.at(v) - 1
    };
    for &(from, to) in edges {
        let (from, to) = (place(from, &mut around), place(to, &mut around));
        around.get_mut(from as usize).into_iter().for_each(|ends| ends.push((to, true)));
        around.get_mut(to as usize).into_iter().for_each(|ends| ends.push((from, false)));
    }
    // Parents before their children, each with its parent and whether the parent comes first.
    let mut walk = vec![(0u32, u32::MAX, false)];
    let mut next = 0;
    while let Some(&(v, parent, _)) = walk.get(next) {
        next += 1;
        let ends = around.get(v as usize).map_or(&[][..], Vec::as_slice);
        walk.extend(ends.iter().filter(|&&(w, _)| w != parent).map(|&(w, before)| (w, v, before)));
    }
    let mut held: Vec<Vec<BigUint>> = vec![vec![BigUint::from(1u8)]; n];
    for (v, parent, parent_is_first) in walk.into_iter().skip(1).rev() {
        let child = held.get_mut(v as usize).map(std::mem::take).unwrap_or_default();
        if let Some(root) = held.get_mut(parent as usize) {
            *root = merge(root, child, parent_is_first, meter)?;
        }
    }
    let root = held.into_iter().next().unwrap_or_default();
    Ok(plain(root).into_iter().sum())
}

/// The numbers f(k) from f(k)·C(s - 1, k).
fn plain(held: Vec<BigUint>) -> Vec<BigUint> {
    let binomials = binomials(held.len().saturating_sub(1));
    held.into_iter().zip(binomials).map(|(f, binomial)| f / binomial).collect()
}

fn merge(
    root: &[BigUint],
    child: Vec<BigUint>,
    root_is_first: bool,
    meter: &Meter<'_>,
) -> Result<Vec<BigUint>, Halted> {
    let (s, t) = (root.len(), child.len());
    // By j the number of orders with c among the first j.
    let mut before = vec![BigUint::ZERO];
    let mut sum = BigUint::ZERO;
    for f in plain(child) {
        sum += f;
        before.push(sum.clone());
    }
    let choices = binomials(t);
    let union = binomials(s + t - 1).into_iter().nth(t).unwrap_or_default();
    let weights: Vec<BigUint> = before
        .into_iter()
        .zip(choices)
        .map(|(before, choices)| if root_is_first { (&sum - before) * choices } else { before * choices })
        .collect();
    let mut merged = vec![BigUint::ZERO; s + t];
    for (k, f) in root.iter().enumerate() {
        meter.expanded(t)?;
        for (slot, weight) in merged.iter_mut().skip(k).zip(&weights) {
            *slot += f * weight;
        }
    }
    merged.iter_mut().for_each(|f| *f *= &union);
    Ok(merged)
}

/// The binomial coefficients of n.
fn binomials(n: usize) -> Vec<BigUint> {
    let mut last = BigUint::from(1u8);
    let next = |k: usize| {
        let this = last.clone();
        last = &last * (n - k) / (k + 1);
        this
    };
    (0..=n).map(next).collect()
}
