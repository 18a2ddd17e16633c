import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * The site may be a newer one by now, and not every browser asks again for code that it did not get. Without a network,
 * though, a reload would take away the photos that are here.
 */
function reload() {
  if (navigator.onLine) location.reload();
}

/** Around the lightbox: where its code could not be loaded, or failed, only the lightbox is not there, and a dialog says so. */
export class LightboxBoundary extends Component<{ onClose: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Dialog title="This photo could not be opened" onClose={this.props.onClose}>
        <p className="text-mute">Please check your connection and try again.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={this.props.onClose}>
            Close
          </Button>
          <Button onClick={reload}>Try again</Button>
        </div>
      </Dialog>
    );
  }
}
