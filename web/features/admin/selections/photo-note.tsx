/** A note under a photo of a strip; nothing if there is none. */
export const PhotoNote = ({ children }: { children: string }) =>
  children === '' ? null : (
    <p dir="auto" className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </p>
  );
