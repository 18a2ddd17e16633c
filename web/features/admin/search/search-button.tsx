/** Not among the icons of `web/ui`, which public pages load. */
const Magnifier = () => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-6 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
  >
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </svg>
);

/** Opens the search: a symbol in the bar of phones, narrower where large text leaves no room, and a wide button with its key in the sidebar. */
export const SearchButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    aria-label="Search"
    aria-keyshortcuts="/"
    onClick={onOpen}
    className="grid h-11 w-[min(2.75rem,12vw)] shrink-0 cursor-pointer place-items-center max-lg:ml-auto lg:flex lg:w-full lg:items-center lg:gap-3 lg:rounded-md lg:border lg:border-edge lg:px-3 lg:text-sm lg:text-mute"
  >
    <Magnifier />
    <span className="max-lg:hidden">Search</span>
    <span className="ml-auto max-lg:hidden pointer-coarse:hidden">/</span>
  </button>
);
