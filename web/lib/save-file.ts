/** Saves what a link on our own origin leads to. Unlike going there, a link that fails leaves the page as it is. */
export function saveLink(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Saves what this page holds in its memory. */
export function saveBlob(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  saveLink(url, fileName);
  // The browser takes its time to begin; then it holds the content itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
