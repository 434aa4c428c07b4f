import { join } from 'node:path';
import type { ComponentType } from 'react';
import { z } from 'zod';
import { projectRoot } from '~/config/project-root.server';
import { patterns } from '../../e2e/steps/site-map';
import { markupOf } from './markup-of';

const component = z.custom<ComponentType<object>>((value) => typeof value === 'function');

/**
 * What the server sends of the page of a route.
 * @param pattern as in app/routes.ts, with a leading slash
 * @param answers what its loader, and with a form its action, has answered
 */
export async function pageOf(
  pattern: string,
  answers: { loaderData: object; actionData?: object },
): Promise<string> {
  const file = patterns.find(({ text }) => text === pattern)?.file;
  if (!file) throw new Error(`There is no route ${pattern}`);
  const module: Record<string, unknown> = await import(join(projectRoot(), 'app', file));
  const Page = component.parse(module.default);
  return markupOf(<Page {...answers} />);
}
