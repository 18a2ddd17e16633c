import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';

/**
 * A reload loads the current build: its chunks may have replaced the missing one, and some browsers cache a failed
 * import. Not while offline, because the page could not be loaded again.
 */
function reload() {
  if (navigator.onLine) location.reload();
}

/**
 * Error boundary around a lazy part that opens over a list: if its code can't be loaded or rendering throws, a dialog
 * says so and the list stays.
 */
export class LightboxBoundary extends Component<
  { title?: string; onClose: () => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Dialog title={this.props.title ?? 'This photo could not be opened'} onClose={this.props.onClose}>
        <p className="text-mute">Please check your connection and try again.</p>
        <div className="dialog-foot mt-6">
          <Button look="secondary" onClick={this.props.onClose}>
            Close
          </Button>
          <Button onClick={reload}>Try again</Button>
        </div>
      </Dialog>
    );
  }
}
