// Check that entries are in signed books. One file, no dependencies, nothing sent anywhere.
//
// It is a second witness: nothing here is shared with the program that keeps the books. A checkpoint signs
// (Ed25519) the root of the Merkle tree of RFC 6962 over the hashes of all entries; a proof has the hashes
// that lead from an entry to that root. `checkProof` computes all of it again with WebCrypto; where a proof
// must be of one stream of entries, such as `table/7`, it is named.

const FORM = "pitboss/inclusion/1";
const NO_PROOF = "this is no proof of entries";

export async function checkProof(proof, stream) {
  const crypto = globalThis.crypto?.subtle;
  if (!crypto) return { problem: null, checked: "nothing" };
  const sha256 = async (...parts) => new Uint8Array(await crypto.digest("SHA-256", joined(parts)));
  try {
    if (proof.form !== FORM || !(proof.proofs.length > 0)) return { problem: NO_PROOF, checked: "nothing" };
    const { checkpoint } = proof;
    const signed = await sha256(...checkpointParts(checkpoint));
    const isSigned = await bearsSignature(crypto, proof.public_key, checkpoint.signature, signed);
    const checked = isSigned === null ? "tree" : "all";
    if (isSigned === false) return { problem: "the checkpoint is not signed with this key", checked };
    for (const one of proof.proofs) {
      if (stream && !one.name.startsWith(`${stream} #`)) return { problem: `${one.name} is no entry of ${stream}`, checked };
      const root = await rootOf(sha256, one, checkpoint.entries);
      if (root !== checkpoint.tree) return { problem: `${one.name} is not in the books of this checkpoint`, checked };
      if ("entry" in one && !(await isAsSaid(sha256, one))) return { problem: `${one.name} is not what its hash says`, checked };
    }
    return { problem: null, checked };
  } catch {
    return { problem: NO_PROOF, checked: "nothing" }; // a field is missing, or is of another kind
  }
}

// -- the checkpoint --

function checkpointParts({ number, at, entries, heads, balances, before, tree }) {
  const numbers = [number, at, entries].map(eightBytes);
  return [utf8("pitboss/checkpoint/2\0"), ...numbers, ...[heads, balances, before, tree].map((hash) => fromHex(hash, 32))];
}

async function bearsSignature(crypto, key, signature, signed) {
  // null: this browser does not know Ed25519.
  const [keyBytes, signatureBytes] = [fromHex(key, 32), fromHex(signature, 64)];
  try {
    const read = await crypto.importKey("raw", keyBytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.verify({ name: "Ed25519" }, read, signatureBytes, signed);
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false; // false: the key is no point of the curve
  }
}

// -- the tree --

async function rootOf(sha256, { hash, index, path }, count) {
  // Plain arithmetic and no bits: books may have more entries than 32 bits count.
  eightBytes(index);
  if (index >= count) return null;
  const others = path.map((other) => fromHex(other, 32));
  let node = await sha256([0], fromHex(hash, 32));
  for (let place = index, width = count; width > 1; place = Math.floor(place / 2), width = Math.ceil(width / 2)) {
    const isRight = place % 2 === 1;
    if (!isRight && place + 1 >= width) continue; // a node without a neighbour goes up as it is
    const other = others.shift();
    if (!other) return null;
    node = isRight ? await sha256([1], other, node) : await sha256([1], node, other);
  }
  return others.length ? null : toHex(node);
}

// -- an entry that is given whole --

async function isAsSaid(sha256, { name, kind, at, hash, entry }) {
  const { stream, version, actor, key, body, postings, before } = entry;
  const fields = [stream, version, entry.at, actor, key, entry.kind, base64(utf8(body)), postings, base64(fromHex(before, 32))];
  const right = toHex(await sha256(utf8("pitboss/entry/2\0"), utf8(JSON.stringify(fields))));
  const isSame = name === `${stream} #${version}` && kind === entry.kind && at === entry.at;
  return isSame && hash === right && entry.hash === right;
}

// -- bytes and text --

const utf8 = (text) => new TextEncoder().encode(text);
const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fromHex(text, size) {
  if (text.length !== 2 * size || !/^[0-9a-f]+$/.test(text)) throw new TypeError("this is not hexadecimal");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

function eightBytes(number) {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError("this is no count");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}
