export function Component() {
  return <h1 className="text-head">Home</h1>;
}
