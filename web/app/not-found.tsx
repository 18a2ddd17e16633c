/** Any path that nothing stands under. A document of its own answers 'Go Home', wherever the reader came from. */
export function NotFound() {
  return (
    <div className="px-gutter py-band">
      <h1 className="text-head">Page not found</h1>
      <p className="mt-4 max-w-prose text-lg text-mute">Nothing is kept at this address. It may have moved.</p>
      <a href="/" className="btn mt-8 bg-leaf text-white hover:bg-leaf-deep">
        Go Home
      </a>
    </div>
  );
}
