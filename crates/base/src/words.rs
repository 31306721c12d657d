//! Numbers in words.

/// A number with a comma between thousands: `181,440`.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// The digits of a number with a comma between thousands.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and what it counts, given in the plural: `1 move`, `31 moves`.
pub fn counted(number: u64, plural: &str) -> String {
    format!("{} {}", grouped(number), unit(number, plural))
}

/// A word given in the plural, in the form that goes with the number.
pub fn unit(number: u64, plural: &str) -> &str {
    match plural.strip_suffix('s') {
        Some(singular) if number == 1 && !singular.is_empty() => singular,
        _ => plural,
    }
}
