/** What a name in the internet doesn't end with: names of one machine or network, or of nothing. */
const localEndings = [
  ...['localhost', 'localdomain', 'local', 'lan', 'home', 'corp', 'internal', 'intranet', 'private', 'home.arpa'],
  ...['invalid', 'onion'],
];

/**
 * Returns a payment link as browsers read it, with the host in ASCII, so that a look-alike of another name is seen;
 * 'paypal.me/studio' is completed. A text that is no web address stays, and is refused.
 */
export function readLink(typed: string): string {
  const text = typed.replace(around, '');
  const link = isBare(text) ? `https://${text.replace(/^\/\//, '')}` : text;
  if (!isWebAddress(link)) return link;
  const url = new URL(link);
  // The same host, but a name of its own for cookies and certificates.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url.href;
}

/** What is typed or copied around an address: blanks, and characters that nobody sees. */
const around = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** An address without its beginning: a name with a dot, perhaps a port, and a path. An '@' in front would be a user name. */
const isBare = (text: string) => /^(\/\/)?[^\s/\\:?#@]+[.。．｡][^\s/\\:?#@]+(:\d+)?([/?#]\S*)?$/u.test(text);

/** Parsers of addresses also read what has blanks, other slashes or none. */
const isWebAddress = (link: string) => /^https:\/\/[^/\\\s]\S*$/i.test(link) && URL.canParse(link);

/** Says why clients can't pay at this address, as `readLink` returns it; undefined when they can. */
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
    return `Clients can’t open ${hostname}: it is a name of your own computer or network. A payment link leads to a page in the internet.`;
  }
  return undefined;
}
