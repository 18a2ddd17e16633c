import { Component as Directory } from '../customers/directory.tsx';
import { CostCard } from '../settings/cost-card.tsx';
import { WhatWaits } from './what-waits.tsx';

/** The dashboard: what waits and what this month has cost so far, above the directory. */
export function Component() {
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 px-4 pt-6 md:px-8 md:pt-10 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <WhatWaits />
        <CostCard />
      </div>
      <Directory />
    </>
  );
}
