/** Downloads a same-origin URL as a file. Unlike navigation, an error response leaves the page open. */
export function saveLink(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Downloads a blob as a file. */
export function saveBlob(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  saveLink(url, fileName);
  // The browser reads the blob asynchronously; after a minute it no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
