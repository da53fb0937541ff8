/** Passkeys: between the server, which speaks JSON, and the browser, which speaks bytes. */

import { post } from "./api";
import { more } from "./more";
export type { PasskeySeen as Passkey } from "./server-types";

/** What stands beside a password. */
export type Proof = { code: string } | { passkey: Record<string, string> };

interface Asked {
  options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
}

/** Browsers have passkeys on secure pages only. */
export const arePossible = "PublicKeyCredential" in window;

/** Make a passkey for whoever is logged in; the first second factor comes with recovery codes. */
export async function makePasskey(password: string, name: string): Promise<string[]> {
  const { options } = await post<Asked>("/me/passkeys/begin", { password });
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
  const made = await given(navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  const body = { name, client_data: toText(response.clientDataJSON), attestation: toText(response.attestationObject) };
  return (await post<{ recovery_codes: string[] }>("/me/passkeys", body)).recovery_codes;
}

/** Have a passkey sign the challenge of this session. */
export async function usePasskey(): Promise<Proof> {
  const { options } = await post<Asked>("/me/passkeys/challenge");
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: described(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
  const used = await given(navigator.credentials.get({ publicKey }));
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    passkey: {
      id: toText(used.rawId),
      client_data: toText(response.clientDataJSON),
      authenticator_data: toText(response.authenticatorData),
      signature: toText(response.signature),
    },
  };
}

async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await asked;
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Error(isKnown ? more.say.factors.known() : more.say.factors.noPasskey());
  }
  if (!credential) throw new Error(more.say.factors.noPasskey());
  return credential as PublicKeyCredential;
}

const described = (ids: { id: string; type: string }[] | undefined) => ids?.map((it) => ({ ...it, id: toBytes(it.id) })) ?? [];

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

function toText(data: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
