/** Endings that no public host name has: names of one machine or network, or of nothing. */
const localEndings = [
  ...['localhost', 'localdomain', 'local', 'lan', 'home', 'corp', 'internal', 'intranet', 'private', 'home.arpa'],
  ...['invalid', 'onion'],
];

/**
 * Returns a payment link as browsers read it, with the host in ASCII, so that a look-alike of another name is visible;
 * 'paypal.me/studio' is completed. A text that is no web address is returned unchanged, and `wrongLink` refuses it.
 */
export function readLink(typed: string): string {
  const text = typed.replace(surroundingBlanks, '');
  const link = isBare(text) ? `https://${text.replace(/^\/\//, '')}` : text;
  if (!isWebAddress(link)) return link;
  const url = new URL(link);
  // A final dot names the same host, but makes another name for cookies and certificates.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url.href;
}

/** Blanks and invisible characters that people type or copy around an address. */
const surroundingBlanks = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/**
 * Whether a text is an address without its scheme: a name with a dot, perhaps a port, and a path. An '@' before the
 * path would be a user name.
 */
const isBare = (text: string) => /^(\/\/)?[^\s/\\:?#@]+[.。．｡][^\s/\\:?#@]+(:\d+)?([/?#]\S*)?$/u.test(text);

/**
 * Whether a text is a web address that starts with https://. `URL` also parses addresses with blanks, and with
 * backslashes or no slashes, so the pattern refuses these.
 */
const isWebAddress = (link: string) => /^https:\/\/[^/\\\s]\S*$/i.test(link) && URL.canParse(link);

/** Returns why clients can't pay at this address, as `readLink` returns it; undefined when they can. */
export function wrongLink(link: string): string | undefined {
  if (!isWebAddress(link))
    return 'A payment link is a web address that starts with https://, such as https://paypal.me/yourname.';
  const { username, password, hostname } = new URL(link);
  if (username !== '' || password !== '') return 'A payment link has no user name and no password.';
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) {
    return 'A payment link leads to a name such as pay.example.com, not to an address of numbers.';
  }
  const labels = hostname.split('.');
  if (labels.length < 2 || labels.includes('') || localEndings.some((ending) => hostname.endsWith(`.${ending}`))) {
    return `Clients can’t open ${hostname}: it is a name of your own computer or network. A payment link leads to a page on the internet.`;
  }
  return undefined;
}
