/** The verifier of revealed shoes: src/pitboss/fair/verify.js, which the page /verify loads too. */

interface Fair {
  /** Say what is wrong with a revealed shoe; null: nothing. */
  problem(shoe: unknown): string | null;
  /** The bytes whose SHA-256 is the commitment. */
  commitmentBytes(terms: unknown, entropy: number[]): number[];
  /** The commitment to a seed, in hex. */
  seedCommitment(table: string, shuffle: number, attempt: number, seat: number, seed: string): string;
  /** The hash of a fixed set of commitments, in hex. */
  setDigest(table: string, set: unknown): string;
  fromHex(text: string): number[];
  toHex(bytes: number[]): string;
}

declare module "*/fair/verify.js" {}
// eslint-disable-next-line no-var
declare var pitbossFair: Fair;
