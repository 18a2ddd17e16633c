export function Component() {
  return <h1 className="text-head">Gallery</h1>;
}
