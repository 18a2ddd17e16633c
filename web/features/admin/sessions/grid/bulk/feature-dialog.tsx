import { useState } from 'react';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Dialog } from '../../../../../ui/layers/dialog.tsx';
import { usePublishedWebsite } from '../../../website/published.ts';

/** Dialog for a category of the public gallery, which explains what publishing means. */
export function FeatureDialog({
  photos,
  onConfirm,
  onClose,
}: {
  photos: number;
  onConfirm: (category: string) => void;
  onClose: () => void;
}) {
  const { services } = usePublishedWebsite();
  const [category, setCategory] = useState('');
  return (
    <Dialog title="Show in public gallery" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (category) onConfirm(category);
        }}
        className="flex flex-col gap-5"
      >
        <p className="rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
          <strong>Anyone can see this.</strong> {formatPhotoCount(photos)} will be on the website, whether or not the
          client can see
          {photos === 1 ? ' it' : ' them'}. Please make sure that the people in {photos === 1 ? 'it' : 'them'} agree.
        </p>
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Category
          <select
            required
            value={category}
            onChange={(event) => setCategory(event.target.value)}
            className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base font-normal"
          >
            <option value="">Select a category</option>
            {services.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Show to everyone</Button>
        </div>
      </form>
    </Dialog>
  );
}
