import type { ComponentProps, ReactNode } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { keep, Stage } from '../../../../photos/lightbox/stage.tsx';

type StageProps = ComponentProps<typeof Stage<StudioPhoto>>;

/** The stage of the studio's lightbox, with free space around the photo, in which the children lie. */
export const CullingStage = ({
  isBefore,
  children,
  ...stageProps
}: Omit<StageProps, 'buttons' | 'className' | 'styles' | 'mark' | 'controls'> & {
  /** Whether the photo is shown as it was before it was finished. */
  isBefore: boolean;
  children: ReactNode;
}) => (
  <Stage
    {...stageProps}
    mark={isBefore && <span className="font-semibold text-white">Before</span>}
    buttons={[]}
    // Space for the counter and the outcome above the photo (on a phone one below the other), for the panel beside or below
    // it, and for the strip and the key hints, which a low window does not have. With large text the outcome is higher than usual, up to a
    // third of the window.
    className="[--above:max(var(--least),var(--outcome-top)_+_var(--outcome-height,0px))] [--least:3.5rem] [--outcome-top:0px] max-sm:[--outcome-top:2.75rem] max-sm:has-data-outcome:[--least:8.25rem] [--arrows:none] [--below:min(36dvh,20rem)] [--side:0px] md:[--arrows:flex] md:[--below:6rem] md:[--side:20rem] lg:[--below:9rem] turned:[--least:3rem] turned:[--outcome-top:0px] turned:has-data-outcome:[--least:4.75rem] turned:max-sm:has-data-outcome:[--least:6rem] turned:[--arrows:none] turned:[--below:0px] turned:[--side:min(17rem,40vw)]"
    styles={{
      container: { paddingTop: 'var(--above)', paddingRight: 'var(--side)', paddingBottom: 'var(--below)' },
      navigationPrev: { display: 'var(--arrows)' },
      navigationNext: { display: 'var(--arrows)', right: 'var(--side)' },
    }}
    controls={() => (
      <div onPointerDown={keep} onWheel={keep} onTouchStart={keep}>
        {children}
      </div>
    )}
  />
);
