import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { isSeen, unseenWords, Watermark } from '#shared/contract/watermarks.ts';
import { CheckboxField, RangeField, TextField } from '../../../../ui/fields/form.tsx';
import { SegmentedField } from '../../../../ui/fields/segmented-field.tsx';

const kinds = ['Text', 'Logo and name'] as const;
const sizes = ['Small', 'Medium', 'Large'] as const;

/** The form's values; the text is needed only if the watermark is a text. */
export const WatermarkSettings = z
  .object({
    is_on: z.boolean(),
    kind: z.enum(kinds),
    text: z.string(),
    opacity: z.number(),
    size: z.enum(sizes),
    clean_thumbnails: z.boolean(),
  })
  .superRefine((settings, context) => {
    if (!settings.is_on || settings.kind !== 'Text') return;
    const message = errorOfText(settings);
    if (message) context.addIssue({ code: 'custom', path: ['text'], message });
  });
export type WatermarkSettings = z.infer<typeof WatermarkSettings>;

/** Returns why a text can't be a watermark; undefined if it can. */
function errorOfText({ text }: WatermarkSettings): string | undefined {
  const parsedText = Watermark.shape.text.safeParse(text);
  if (!parsedText.success) return parsedText.error.issues[0]?.message;
  return isSeen({ has_logo: false, text: parsedText.data }) ? undefined : unseenWords;
}

export const watermarkFields = {
  is_on: 'Put a watermark on proofs',
  kind: 'Watermark',
  text: 'Words',
  opacity: 'Opacity',
  size: 'Size',
  clean_thumbnails: 'Leave thumbnails of up to 400 px without it',
};

/** Returns the form's values of a watermark, or of none. */
export const toSettings = (watermark: Watermark | undefined): WatermarkSettings => ({
  is_on: watermark !== undefined,
  kind: watermark?.has_logo ? 'Logo and name' : 'Text',
  text: watermark?.has_logo ? '' : (watermark?.text ?? 'Proof'),
  opacity: watermark?.opacity ?? 40,
  size: sizes.find((size) => size.toLowerCase() === watermark?.size) ?? 'Medium',
  clean_thumbnails: watermark?.clean_thumbnails ?? false,
});

/**
 * Returns the watermark of the form's values.
 * @param name the studio's name
 */
export const toWatermark = (
  { kind, text, opacity, size, clean_thumbnails }: WatermarkSettings,
  name: string,
): Watermark => ({
  has_logo: kind === 'Logo and name',
  text: kind === 'Logo and name' ? name : text,
  opacity,
  size: size.toLowerCase() as Watermark['size'],
  clean_thumbnails,
});

/**
 * The fields of a watermark that is on.
 * @param prefix before the names of the form's fields
 */
export function WatermarkFields({ prefix = '' }: { prefix?: string }) {
  const [isOn, kind, opacity] = useWatch({ name: [`${prefix}is_on`, `${prefix}kind`, `${prefix}opacity`] });
  if (!isOn) return null;
  return (
    <>
      <SegmentedField name={`${prefix}kind`} label={watermarkFields.kind} options={kinds} />
      {kind === 'Text' && <TextField name={`${prefix}text`} label={watermarkFields.text} autoComplete="off" />}
      <RangeField
        name={`${prefix}opacity`}
        label={watermarkFields.opacity}
        shown={`${opacity}%`}
        min={15}
        max={80}
        step={5}
      />
      <SegmentedField name={`${prefix}size`} label={watermarkFields.size} options={sizes} />
      <CheckboxField name={`${prefix}clean_thumbnails`} label={watermarkFields.clean_thumbnails} />
    </>
  );
}
