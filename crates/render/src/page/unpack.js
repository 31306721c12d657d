"use strict";
// Reads texts that the program packed: DEFLATE (RFC 1951) in base64.

/** The values of codes of these lengths, by length and place. */
function codes(lengths) {
  const counts = new Array(16).fill(0);
  for (const length of lengths) if (length > 0) counts[length] += 1;
  const values = [];
  for (let length = 1; length < 16; length += 1) lengths.forEach((own, value) => { if (own === length) values.push(value); });
  return { counts, values };
}

function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  let out = new Uint8Array(bytes.length * 8 + 64);
  let [at, bit, end] = [0, 0, 0];
  const next = () => {
    const value = (bytes[at] >> bit) & 1;
    bit = (bit + 1) & 7;
    if (bit === 0) at += 1;
    return value;
  };
  const number = (bits) => {
    let value = 0;
    for (let place = 0; place < bits; place += 1) value |= next() << place;
    return value;
  };
  const value = ({ counts, values }) => {
    let [code, first, place] = [0, 0, 0];
    for (let length = 1; length < 16; length += 1) {
      code = (code << 1) | next();
      first <<= 1;
      if (code - first < counts[length]) return values[place + code - first];
      first += counts[length];
      place += counts[length];
    }
    throw new Error("a packed text is damaged");
  };
  const put = (byte) => {
    if (end === out.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(out);
      out = larger;
    }
    out[end] = byte;
    end += 1;
  };
  /** The least number of the class of a length or a distance, with `each` classes for each further bit. */
  const least = (place, each, from) => {
    let start = from;
    for (let one = 0; one < place; one += 1) start += 1 << Math.max(0, Math.floor(one / each) - 1);
    return start;
  };
  const extra = (place, each) => Math.max(0, Math.floor(place / each) - 1);
  const fixed = [...new Array(144).fill(8), ...new Array(112).fill(9), ...new Array(24).fill(7), ...new Array(8).fill(8)];
  let last = false;
  while (!last) {
    last = next() === 1;
    const kind = number(2);
    if (kind === 0) {
      if (bit > 0) [at, bit] = [at + 1, 0];
      const length = number(16);
      number(16);
      for (let one = 0; one < length; one += 1) put(number(8));
      continue;
    }
    let [letters, distances] = [fixed, new Array(30).fill(5)];
    if (kind === 2) {
      const [many, far, own] = [number(5) + 257, number(5) + 1, number(4) + 4];
      const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
      const lengths = new Array(19).fill(0);
      for (let one = 0; one < own; one += 1) lengths[order[one]] = number(3);
      const code = codes(lengths);
      const all = [];
      while (all.length < many + far) {
        const read = value(code);
        if (read < 16) all.push(read);
        else if (read === 16) all.push(...new Array(3 + number(2)).fill(all[all.length - 1]));
        else all.push(...new Array(read === 17 ? 3 + number(3) : 11 + number(7)).fill(0));
      }
      [letters, distances] = [all.slice(0, many), all.slice(many)];
    }
    const [literal, distance] = [codes(letters), codes(distances)];
    for (let read = value(literal); read !== 256; read = value(literal)) {
      if (read < 256) {
        put(read);
        continue;
      }
      const place = read - 257;
      const length = place === 28 ? 258 : least(place, 4, 3) + number(extra(place, 4));
      const back = value(distance);
      const from = end - least(back, 2, 1) - number(extra(back, 2));
      for (let one = 0; one < length; one += 1) put(out[from + one]);
    }
  }
  return new TextDecoder().decode(out.subarray(0, end));
}
