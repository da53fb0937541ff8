/** The witness of proofs that entries are in the books: inclusion.js, which needs nothing else of the page. */

export interface Proof {
  form: string;
  proofs: { name: string; kind: string; at: number; hash: string; index: number; path: string[] }[];
  checkpoint: { number: number; at: number; entries: number };
  public_key: string;
}

export interface Verdict {
  /** What does not fit; null: nothing. */
  problem: string | null;
  /** How much this browser could check: "tree" is all but the signature. */
  checked: "all" | "tree" | "nothing";
}

/** Check a proof; *stream*: whose entries it must prove. */
export function checkProof(proof: unknown, stream?: string): Promise<Verdict>;
