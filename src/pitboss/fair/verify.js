// Verify a revealed shoe in a browser. One file, no dependencies, nothing sent anywhere.
//
// `problem(shoe)` deals the whole shoe again from what was committed to before the first wager. It returns
// null where every card that was dealt is the one the shoe held, and otherwise says what is wrong. Nothing
// here is shared with the program that dealt. The page verify.html loads this file as it is, also from disk;
// the page of a table takes the same functions from `pitbossFair`.

const RANKS = { "french-52": "A23456789TJQK", "spanish-48": "A23456789JQK", "joker-53": "A23456789TJQK" };
const JOKERS = { "joker-53": ["Jk"] };
const SUITS = "shdc";

// -- SHA-256 (FIPS 180-4) and HMAC (RFC 2104), over arrays of bytes --

const ROUND_CONSTANTS = [];
const FIRST_HASH = [];
for (let candidate = 2; ROUND_CONSTANTS.length < 64; candidate++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) isPrime = false;
  }
  if (!isPrime) continue;
  const bitsAfterPoint = (root) => ((root - Math.floor(root)) * 4294967296) | 0;
  if (FIRST_HASH.length < 8) FIRST_HASH.push(bitsAfterPoint(Math.sqrt(candidate)));
  ROUND_CONSTANTS.push(bitsAfterPoint(Math.cbrt(candidate)));
}

function sha256(bytes) {
  const padded = bytes.slice();
  padded.push(0x80);
  while (padded.length % 64 !== 56) padded.push(0);
  padded.push(...numbered(bytes.length * 8));
  const hash = FIRST_HASH.slice();
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  for (let start = 0; start < padded.length; start += 64) {
    const words = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        const at = start + 4 * i;
        words.push((padded[at] << 24) | (padded[at + 1] << 16) | (padded[at + 2] << 8) | padded[at + 3]);
        continue;
      }
      const [early, late] = [words[i - 15], words[i - 2]];
      const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words.push((words[i - 16] + small0 + words[i - 7] + small1) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i] + words[i]) | 0;
      const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  return hash.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

function hmac(key, bytes) {
  const block = key.concat(new Array(64 - key.length).fill(0));
  const inner = sha256(block.map((byte) => byte ^ 0x36).concat(bytes));
  return sha256(block.map((byte) => byte ^ 0x5c).concat(inner));
}

// -- bytes and text --

function numbered(value) {
  // Eight bytes, most significant first.
  const bytes = [];
  for (let place = 7; place >= 0; place--) bytes.push(Math.floor(value / 256 ** place) % 256);
  return bytes;
}

const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));
const toHex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("this is not hexadecimal: " + text.slice(0, 20));
  return (text.match(/../g) || []).map((pair) => parseInt(pair, 16));
}

function canonical(terms) {
  // JSON, keys in order, no blanks; no object lies in another.
  return JSON.stringify(Object.fromEntries(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1))));
}

// -- the shoe --

function commitmentBytes(terms, entropy) {
  const text = ascii(canonical(terms));
  return ascii("pitboss/shoe/1\0").concat(numbered(text.length), text, entropy);
}

function cut(parts) {
  return sha256(parts.reduce((text, part) => text.concat(numbered(part.length), part), ascii("pitboss/cut/1\0")));
}

// -- the cut: seeds that players committed to before any seed was shown --

function hashed(label, terms, rest) {
  const text = ascii(canonical(terms));
  return sha256(ascii(label + "\0").concat(numbered(text.length), text, rest || []));
}

function seedCommitment(table, shuffle, attempt, seat, seed) {
  return toHex(hashed("pitboss/seed/2", { table, shuffle, attempt, seat }, fromHex(seed)));
}

function setDigest(table, { shuffle, promised, attempt, commitments, withheld }) {
  return toHex(hashed("pitboss/set/2", { table, shuffle, promised, attempt, commitments, withheld }));
}

function wrongSeed(shoe) {
  const { set, terms, seeds } = shoe;
  const place = terms.shuffle - set.shuffle;
  if (!(place >= 0) || set.promised[place] !== shoe.commitment) {
    return "the players' seeds were committed to for another shuffle";
  }
  const seats = set.commitments.map(([seat]) => seat);
  if (seats.some((seat, i) => i > 0 && seat <= seats[i - 1]) || seats.length !== seeds.length) {
    return "the seeds are not those of the seats that committed to one";
  }
  for (const [i, [seat, mark]] of set.commitments.entries()) {
    if (seedCommitment(terms.table, set.shuffle, set.attempt, seat, seeds[i]) !== mark) {
      return "the seed of seat " + seat + " is not the one that it committed to";
    }
  }
  return set.attempt === set.withheld.length + 1 ? null : "an attempt to cut is missing";
}

function partsOf(shoe) {
  const seeds = shoe.seeds.map(fromHex);
  if (!shoe.set) return seeds; // the first form: seeds without commitments
  const { beacon } = shoe.set;
  const number = beacon ? [ascii(beacon.name + " " + beacon.round + " " + beacon.value)] : [];
  return [fromHex(setDigest(shoe.terms.table, shoe.set)), ...seeds, ...number];
}

function cards(terms) {
  const deck = Array.from(RANKS[terms.deck]).flatMap((rank) => Array.from(SUITS, (suit) => rank + suit));
  const whole = deck.concat(JOKERS[terms.deck] || []);
  return Array.from({ length: terms.decks }, () => whole).flat();
}

function order(shoe, entropy, parts) {
  // Fisher-Yates from the end, every choice by rejection, from entropy XOR HMAC of the block numbers.
  const key = cut(parts);
  let stream = [];
  for (let block = 0; block * 32 < entropy.length; block++) {
    const mask = hmac(key, numbered(block));
    stream = stream.concat(entropy.slice(32 * block, 32 * block + 32).map((byte, i) => byte ^ mask[i]));
  }
  const result = shoe.slice();
  let used = 0;
  for (let place = result.length - 1; place > 0; place--) {
    const width = 32 - Math.clz32(place);
    const size = Math.ceil(width / 8);
    let chosen = place + 1;
    while (chosen > place) {
      if (used + size > stream.length) throw new Error("the entropy is used up");
      let value = 0;
      for (let i = 0; i < size; i++) value = value * 256 + stream[used++];
      chosen = value >>> (8 * size - width);
    }
    [result[place], result[chosen]] = [result[chosen], result[place]];
  }
  return result;
}

const words = (text) => (text || "").split(" ").filter((word) => word);

function isPart(part, whole) {
  const left = whole.slice();
  return part.every((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

function problem(shoe) {
  const entropy = fromHex(shoe.entropy);
  if (toHex(sha256(commitmentBytes(shoe.terms, entropy))) !== shoe.commitment) return "the entropy is not what was committed to";
  const whole = cards(shoe.terms);
  const part = words(shoe.of); // discards that were shuffled in the middle of a round
  if (!isPart(part, whole)) return "the cards that were shuffled are not those of the shoe";
  if ((shoe.format === "pitboss/shoe/2") !== Boolean(shoe.set)) {
    return "the set of commitments does not go with the format of the file";
  }
  const wrong = shoe.set ? wrongSeed(shoe) : null;
  if (wrong) return wrong;
  const due = order(part.length ? part : whole, entropy, partsOf(shoe));
  const dealt = words(shoe.dealt);
  for (let place = 0; place < dealt.length; place++) {
    if (place >= due.length) return "more cards were dealt than the shoe held";
    if (dealt[place] !== due[place]) {
      return "card " + (place + 1) + " was " + dealt[place] + ", and the shoe's is " + due[place];
    }
  }
  return null;
}

globalThis.pitbossFair = { problem, commitmentBytes, seedCommitment, setDigest, fromHex, toHex };

// -- the page verify.html --

function verdict(text) {
  try {
    const shoe = JSON.parse(text);
    const wrong = problem(shoe);
    if (wrong) return "NOT VERIFIED: " + wrong;
    const count = words(shoe.dealt).length;
    return "Verified: " + count + " cards of shuffle " + shoe.terms.shuffle + " at table " + shoe.terms.table + ".";
  } catch (error) {
    return "NOT VERIFIED: this cannot be read as a revealed shoe (" + error.message + ")";
  }
}

if (typeof document !== "undefined") {
  document.addEventListener("DOMContentLoaded", () => {
    const answer = document.getElementById("verdict");
    if (!answer) return;
    const text = document.getElementById("shoe");
    const show = () => (answer.textContent = text.value.trim() ? verdict(text.value) : "");
    text.addEventListener("input", show);
    document.getElementById("file").addEventListener("change", async (event) => {
      text.value = await event.target.files[0].text();
      show();
    });
  });
}
