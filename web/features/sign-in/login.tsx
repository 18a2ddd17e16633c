export function Component() {
  return <h1 className="text-head">Login</h1>;
}
