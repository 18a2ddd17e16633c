/** Page for unknown paths. 'Go Home' is a plain link, because the private router doesn't contain the home page. */
export function NotFound() {
  return (
    <div className="min-h-[60svh] px-gutter py-band">
      <h1 className="text-hero">Page not found</h1>
      <p className="mt-4 max-w-prose text-lg text-mute">There is no page at this address. It may have moved.</p>
      <a href="/" className="btn mt-8 bg-leaf text-white hover:bg-leaf-deep">
        Go Home
      </a>
    </div>
  );
}
