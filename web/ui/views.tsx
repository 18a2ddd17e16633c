import { Link } from 'react-router-dom';
import { samePlace } from './restore-scroll.ts';

export interface View {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** Links from one view of a screen to its others, side by side. */
export function Views({ label, views }: { label: string; views: View[] }) {
  return (
    <nav aria-label={label} className="flex">
      {views.map((view) => (
        <Link
          key={view.to}
          to={view.to}
          replace
          state={samePlace}
          aria-current={view.isCurrent ? 'page' : undefined}
          className="flex min-h-12 items-center border-b-2 border-transparent px-3 text-sm font-semibold text-mute first:-ml-3 hover:text-ink aria-[current=page]:border-leaf aria-[current=page]:text-ink"
        >
          {view.label}
        </Link>
      ))}
    </nav>
  );
}
