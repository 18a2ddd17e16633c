/** Google's logo in its own colors, as its branding guidelines require for 'Sign in with Google'. */
export const GoogleMark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <path
      fill="#4285f4"
      d="M23.06 12.25c0-.85-.08-1.66-.22-2.45H12v4.64h6.2a5.3 5.3 0 0 1-2.3 3.48v2.88h3.72c2.17-2 3.44-4.96 3.44-8.55z"
    />
    <path
      fill="#34a853"
      d="M12 23.5c3.1 0 5.71-1.03 7.62-2.8l-3.72-2.88c-1.03.69-2.35 1.1-3.9 1.1-3 0-5.54-2.03-6.45-4.75H1.7v2.97A11.5 11.5 0 0 0 12 23.5z"
    />
    <path fill="#fbbc05" d="M5.55 14.17a6.9 6.9 0 0 1 0-4.36V6.84H1.7a11.5 11.5 0 0 0 0 10.3z" />
    <path
      fill="#ea4335"
      d="M12 5.06c1.69 0 3.2.58 4.4 1.72l3.29-3.29A11.04 11.04 0 0 0 12 .5 11.5 11.5 0 0 0 1.7 6.84l3.85 2.97C6.46 7.1 9 5.06 12 5.06z"
    />
  </svg>
);
