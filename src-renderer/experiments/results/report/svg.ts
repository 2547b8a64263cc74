/** An attribute that is undefined is left out. */
type Attributes = Record<string, string | number | undefined>;

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number) => String(text).replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
/** Places to a hundredth of a pixel. */
const written = (value: string | number) => escaped(typeof value === 'number' ? Number(value.toFixed(2)) : value);

/** Writes an SVG element; `content` is markup. */
export function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const parts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${written(value)}"`],
  );
  return `<${name}${parts.join('')}>${content.join('')}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes): string {
  return element('text', { x, y, ...attributes }, [escaped(text)]);
}

export function rule(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return element('line', { x1, y1, x2, y2, ...attributes });
}
