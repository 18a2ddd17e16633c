/** Where photos will stand, while nothing is known of them yet: the grid's first rows. */
export function PhotoFrames() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-12 md:grid-cols-3 md:gap-x-5 lg:grid-cols-4">
      {Array.from({ length: 8 }, (_, frame) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the frames are all alike and never move
        <div key={frame} className="aspect-4/5 bg-petal max-lg:nth-[n+7]:hidden max-md:nth-[n+5]:hidden" />
      ))}
    </div>
  );
}
