/** A language's own name, with a capital: "Français"; what is no code of a language is given back. */
export function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/i.test(code)) return code;
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
