/**
 * Control characters except tab, line feed and carriage return: nobody types them, and programs interpret them
 * differently.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Text as it is stored: trimmed, without control characters, and in composed form (NFC), because keyboards and files
 * write 'é' as one character or as two.
 */
export const typedText = (text: string): string => text.replace(controls, '').normalize('NFC').trim();

/** Whether two texts would be stored as one: rows from before text was composed have it as it was typed. */
export const isSameText = (one: string, other: string): boolean => typedText(one) === typedText(other);
