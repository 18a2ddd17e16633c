/**
 * Returns an address as mail servers read it: full-width letters and signs as plain ones, and the domain in ASCII, so
 * that `ada@müller.de` is `ada@xn--mller-kva.de`. A text without such a domain is returned unchanged, and
 * `emailPattern` refuses it.
 */
export function asciiAddress(typed: string): string {
  const address = typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || isAscii(domain) || !hostNamePattern.test(domain)) return address;
  return URL.canParse(`https://${domain}`)
    ? `${address.slice(0, at)}@${new URL(`https://${domain}`).hostname}`
    : address;
}

/** A host name. `URL` also parses ports, paths and hyphens at the ends. */
const hostNamePattern = /^(?!.*(?:^|[.\u3002])-)(?!.*-(?:[.\u3002]|$))[\p{L}\p{M}\p{N}.\u3002-]+$/u;

const isAscii = (text: string) => /^[ -~]*$/.test(text);

/** An address as `asciiAddress` returns it; the last label of a domain in another script begins with `xn--`. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i;

/** Returns why an address is refused. */
export function wrongAddress(address: string): string {
  const [foreign] = address.slice(0, Math.max(0, address.lastIndexOf('@'))).match(/[^ -~]/u) ?? [];
  return foreign === undefined
    ? 'Please enter a valid email address.'
    : `Our emails reach only addresses with plain letters before the @, without “${foreign}”. Please enter another address.`;
}
