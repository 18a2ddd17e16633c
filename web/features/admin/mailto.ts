/** Returns a link that writes an email. The @ stays as it is; what would end the address or add a header is encoded. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
