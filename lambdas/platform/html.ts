/** HTML that needs no more escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A template whose values are text and stay text; only other templates are markup. Lists are joined. */
export function html(literals: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const markup = (value: string | number | Html | Html[]): string => {
    if (value instanceof Html) return value.text;
    return Array.isArray(value) ? value.map(markup).join('') : escapeText(String(value));
  };
  return new Html(literals.map((literal, i) => literal + (i < values.length ? markup(values[i]!) : '')).join(''));
}
