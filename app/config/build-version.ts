/** Version of this build; null where the build has not replaced the placeholder. */
export const buildVersion: string | null = import.meta.env.VITE_APP_VERSION ?? null;

/** When the version was made, in ISO 8601; null when that is not known. */
export const buildVersionDate: string | null = import.meta.env.VITE_APP_VERSION_DATE ?? null;
