export function Component() {
  return <h1 className="text-head">Services</h1>;
}
