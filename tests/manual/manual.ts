import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { shell } from './shell';

/** A block of the manual that is typed (`sh`), or written to the file that its `title` names. */
type Block = { section: string; language: string; file: string | undefined; text: string };

type Following = {
  /** What takes the place of `<…>`. */
  values?: Record<string, string>;
  /** What is typed when a command asks. */
  input?: string;
};

/** The manual of the version that is installed; an upgrade begins with that of the older one. */
const source = readFileSync(process.env.MANUAL_GUIDE ?? '', 'utf8');

/** Every block that a reader follows; others, such as examples for other programs, have no mark. */
const blocks = readBlocks(source).filter(({ language, file }) => file ?? language === 'sh');
const followed = new Set<Block>();

function readBlocks(markdown: string): Block[] {
  const parts =
    /^#+ (?<heading>.+)$|^(?<indent> *)```(?<info>.*)\n(?<text>[\s\S]*?)^\k<indent>```$/gm;
  let section = '';
  const found: Block[] = [];
  for (const { groups } of markdown.matchAll(parts)) {
    if (groups?.heading) section = groups.heading;
    else if (groups) {
      const { info = '', indent = '', text = '' } = groups;
      found.push({
        section,
        language: /^\w*/.exec(info)?.[0] ?? '',
        file: /title="([^"]+)"/.exec(info)?.[1],
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      });
    }
  }
  return found;
}

/**
 * Does what a section of the manual says, block by block.
 * @param section its heading
 * @returns what the commands printed
 */
export async function follow(section: string, { values = {}, input }: Following = {}) {
  const own = blocks.filter((block) => block.section === section);
  if (own.length === 0) throw new Error(`OPERATIONS.md has nothing to do in "${section}"`);
  let printed = '';
  for (const block of own) {
    const text = await fillIn(block, values);
    if (block.file) await writeFile(block.file, text);
    else printed += `${await shell(text, input)}\n`;
    followed.add(block);
  }
  return printed;
}

/** Puts values in the place of `<…>`; `<output of: …>` names the command that gives one. */
async function fillIn({ section, text }: Block, values: Record<string, string>): Promise<string> {
  let filled = text;
  for (const [placeholder, name = ''] of text.matchAll(/<([a-z][^<>\n]*)>/g)) {
    const command = /^output of: (.+)$/.exec(name)?.[1];
    const value = command ? await shell(command) : values[name];
    if (value === undefined) throw new Error(`"${section}" does not say what ${placeholder} is`);
    filled = filled.replace(placeholder, value);
  }
  return filled;
}

/** The files that the manual has written so far, below a folder. */
export function filesBelow(folder: string): string[] {
  const files = [...followed].flatMap(({ file }) => file ?? []);
  return [...new Set(files)].filter((file) => file.startsWith(folder));
}

/** The sections with something to do that nobody has followed. */
export function sectionsLeft(): string[] {
  return [...new Set(blocks.filter((block) => !followed.has(block)).map(({ section }) => section))];
}
