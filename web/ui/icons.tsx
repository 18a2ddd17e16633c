import type { ReactNode } from 'react';

interface IconProps {
  className?: string;
}

/** A line icon on a 24 px grid. Decorative: the accessible name is the text beside it or the control's label. */
function Icon({ className, filled = false, children }: IconProps & { filled?: boolean; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={className}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const Menu = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8.5h16M4 15.5h16" />
  </Icon>
);
export const Close = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);
export const Plus = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const Check = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const ArrowRight = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14m0 0-5-5m5 5-5 5" />
  </Icon>
);
export const ChevronLeft = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />
  </Icon>
);
export const ChevronRight = (props: IconProps) => (
  <Icon {...props}>
    <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
  </Icon>
);
/** A star; `filled` for a favorite. */
export const Star = (props: IconProps & { filled?: boolean }) => (
  <Icon {...props}>
    <path d="m12 3.6 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.8l5.9-.8z" />
  </Icon>
);
export const Download = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 19.5h14" />
  </Icon>
);
/** An arrow out of a tray: shares something. */
export const Share = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15.5V4m0 0L7.8 8.2M12 4l4.2 4.2M7.5 11.5h-2v9h13v-9h-2" />
  </Icon>
);
/** Two people. */
export const People = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="8.5" r="3.3" />
    <path d="M3 19.5c.4-3.4 2.8-5.3 6-5.3s5.6 1.9 6 5.3M15.5 5.5a3.3 3.3 0 0 1 0 6M17.5 14.6c2 .7 3.2 2.4 3.5 4.9" />
  </Icon>
);
/** A frame, as the symbol of a photo's size. */
export const Frame = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6h18v12H3z" />
  </Icon>
);
export const Note = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 5h14v10.5H11L7 19v-3.5H5z" />
  </Icon>
);
export const Instagram = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4.5" y="4.5" width="15" height="15" rx="4" />
    <circle cx="12" cy="12" r="3.5" />
    <path d="M16.2 7.8v.01" />
  </Icon>
);
export const Facebook = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13 20v-7.5h2.8l.4-3H13V7.8c0-1 .4-1.6 1.7-1.6h1.6V3.6M13 12.5h-2.8v-3H13" />
  </Icon>
);
