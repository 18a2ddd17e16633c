import { Component, type ReactNode } from 'react';

/**
 * Error boundary around the screen: shows an error if its code can't be loaded or rendering throws, until `place`
 * changes.
 */
export class ScreenBoundary extends Component<
  { place: string; frame: 'main' | 'div'; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previousProps: { place: string }) {
    if (this.state.failed && previousProps.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const Frame = this.props.frame;
    return (
      <Frame className="px-gutter py-band">
        <h1 className="text-head">This page could not be loaded</h1>
        <p className="mt-4 max-w-prose text-lg text-mute">Please check your connection and try again.</p>
        <button
          type="button"
          onClick={() => location.reload()}
          className="btn mt-8 bg-leaf text-white hover:bg-leaf-deep"
        >
          Try again
        </button>
      </Frame>
    );
  }
}
