/**
 * Returns the first `length` UTF-16 units, one less where that would split a character. Copies, so that the whole text can be
 * freed.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isCut = last >= 0xd800 && last <= 0xdbff;
  return Buffer.from(text.slice(0, isCut ? length - 1 : length)).toString();
}
