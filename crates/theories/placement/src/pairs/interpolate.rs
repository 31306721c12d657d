//! Coefficients of polynomials from their values.

use puzzlec_algebra::montgomery::Field;

/// A power of an indeterminate in a polynomial, and which other powers there may be.
#[derive(Clone, Copy, Debug)]
pub struct Powers {
    /// The power.
    power: u64,
    /// The greatest power.
    most: u64,
    /// The distance of two powers.
    step: u64,
}

impl Powers {
    /// Nothing if the power is too large. Where powers are all even or all odd, half as many points are enough.
    pub fn new(power: u64, most: u64, even: bool) -> Option<Self> {
        (power <= most).then_some(Powers { power, most, step: if even { 2 } else { 1 } })
    }

    /// The least power.
    fn least(self) -> u64 {
        self.power % self.step
    }

    /// The number of points.
    pub fn points(self) -> u64 {
        (self.most - self.least()) / self.step + 1
    }

    /// Points, with the weights by which the values there add up to the coefficient.
    pub fn weights(self, field: Field) -> Vec<(u64, u64)> {
        let points: Vec<u64> = (1..=self.points()).map(|point| field.of(point)).collect();
        let places: Vec<u64> = points.iter().map(|point| field.power(*point, self.step)).collect();
        // The product of x - p over all places p; the highest coefficient comes last.
        let mut product = vec![field.of(1)];
        for place in &places {
            let mut next = vec![0];
            next.extend(&product);
            for (next, old) in next.iter_mut().zip(&product) {
                *next = field.sum(*next, field.minus(field.product(*place, *old)));
            }
            product = next;
        }
        let index = usize::try_from((self.power - self.least()) / self.step).unwrap_or(usize::MAX);
        let weight = |(point, place): (&u64, &u64)| {
            // The coefficients of the product without x - p, from the highest, and its value at p.
            let (mut coefficient, mut value, mut wanted) = (0, 0, 0);
            for (degree, high) in product.iter().enumerate().skip(1).rev() {
                coefficient = field.sum(*high, field.product(coefficient, *place));
                value = field.sum(field.product(value, *place), coefficient);
                if degree - 1 == index {
                    wanted = coefficient;
                }
            }
            let divisor = field.product(value, field.power(*point, self.least()));
            (*point, field.product(wanted, field.inverse(divisor)))
        };
        points.iter().zip(&places).map(weight).collect()
    }
}

/// A grid of points for several indeterminates, of which the values add up to the coefficient.
#[derive(Clone, Debug)]
pub struct Grid(Vec<Vec<(u64, u64)>>);

impl Grid {
    /// The grid for these powers.
    pub fn new(powers: &[Powers], field: Field) -> Self {
        Grid(powers.iter().map(|powers| powers.weights(field)).collect())
    }

    /// The number of points, or the greatest number.
    pub fn points(&self) -> usize {
        self.0.iter().map(Vec::len).fold(1, usize::saturating_mul)
    }

    /// By indeterminate its value at a point, and the factor of the weight.
    pub fn point(&self, mut number: usize) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().filter_map(move |axis| {
            let at = number % axis.len().max(1);
            number /= axis.len().max(1);
            axis.get(at).copied()
        })
    }
}
