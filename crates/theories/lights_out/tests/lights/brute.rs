//! Breadth first over the positions of lights, for comparison: nothing here is the theory's.

pub use crate::games::Random;
use std::collections::BTreeMap;

/// What a press adds to each light.
pub type Press = Vec<u8>;

/// Lights of m states each.
#[derive(Clone, Debug)]
pub struct Lights {
    pub modulus: u8,
    pub presses: Vec<Press>,
}

impl Lights {
    /// A press of each vertex of a graph adds 1 there and to its neighbours.
    pub fn of_graph(modulus: u8, vertices: usize, edges: &[(usize, usize)]) -> Lights {
        let mut presses = vec![vec![0; vertices]; vertices];
        for (v, press) in presses.iter_mut().enumerate() {
            press[v] = 1;
        }
        for (a, b) in edges {
            presses[*a][*b] = 1;
            presses[*b][*a] = 1;
        }
        Lights { modulus, presses }
    }

    /// By position that can be reached from this one, the least number of presses and the number of shortest sequences.
    pub fn reached(&self, start: &[u8]) -> BTreeMap<Vec<u8>, (u64, u128)> {
        let mut all = BTreeMap::from([(start.to_vec(), (0, 1))]);
        let mut level = vec![start.to_vec()];
        for length in 1.. {
            let mut next = Vec::new();
            for position in &level {
                let ways = all[position].1;
                for press in &self.presses {
                    if press.iter().all(|by| *by == 0) {
                        continue;
                    }
                    let after: Vec<u8> =
                        position.iter().zip(press).map(|(state, by)| (state + by) % self.modulus).collect();
                    match all.get_mut(&after) {
                        Some((known, sum)) if *known == length => *sum += ways,
                        Some(_) => {}
                        None => {
                            all.insert(after.clone(), (length, ways));
                            next.push(after);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        all
    }
}

/// All positions.
pub fn positions(modulus: u8, lights: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..lights {
        let more = |position: &Vec<u8>| {
            let position = position.clone();
            (0..modulus).map(move |state| [position.clone(), vec![state]].concat())
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// All graphs with this number of vertices.
pub fn graphs(vertices: usize) -> Vec<Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let chosen =
        |set: u32| pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| *p).collect();
    (0..1 << pairs.len()).map(chosen).collect()
}
