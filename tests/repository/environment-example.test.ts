import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { environmentSchema, parseConfig } from '~/config/config.server';
import { projectRoot } from '~/config/project-root.server';

const example = readFileSync(join(projectRoot(), '.env.example'), 'utf8');
const variables = Object.keys(environmentSchema.shape);

test('.env.example lists every variable of the configuration and no other, in its order', () => {
  const listed = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed).toEqual(variables);
});

test('.env.example explains each variable in the line above it', () => {
  const lines = example.split('\n');
  for (const variable of variables) {
    const at = lines.findIndex((line) => line.startsWith(`${variable}=`));
    expect(lines[at - 1], variable).toMatch(/^# {1,3}\S.{15,}/);
  }
});

test('.env.example shows the defaults', () => {
  expect(parseConfig(parseEnv(example))).toEqual(parseConfig({}));
});

test('.env.example lists and explains every flag', () => {
  const shown =
    parseEnv(example)
      .FLAGS?.split(',')
      .map((entry) => entry.split('=')) ?? [];
  expect(shown.map(([name]) => name)).toEqual(Object.keys(parseConfig({}).flags));
  for (const [name] of shown) expect(example).toMatch(new RegExp(`^#   ${name} {2,}\\S`, 'm'));
});
