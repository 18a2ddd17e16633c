import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';

/**
 * Reloads the page to get the current build: its chunks may have replaced the missing chunk, and some browsers cache
 * a failed import. Does nothing while offline, because the page could not be loaded again.
 */
function reload() {
  if (navigator.onLine) location.reload();
}

/**
 * An error boundary around an overlay whose code loads on demand: if its code can't be loaded or rendering throws, a
 * dialog says so and the list stays.
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
