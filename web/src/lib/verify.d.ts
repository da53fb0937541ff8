/** The verifier of revealed shoes: src/pitboss/fair/verify.js, which the page /verify loads too. */

interface Fair {
  /** Say what is wrong with a revealed shoe; null: nothing. */
  problem(shoe: unknown): string | null;
  /** The bytes whose SHA-256 is the commitment. */
  commitmentBytes(terms: unknown, entropy: number[]): number[];
  fromHex(text: string): number[];
  toHex(bytes: number[]): string;
}

declare module "*/fair/verify.js" {}
// eslint-disable-next-line no-var
declare var pitbossFair: Fair;
