export function Component() {
  return <h1 className="text-head">Contact</h1>;
}
