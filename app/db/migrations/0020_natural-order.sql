-- The alphabets of the library's lists: without case and accents, numbers by their size. PostgreSQL
-- has to be built with ICU, as that of Debian and the embedded one are.
CREATE COLLATION "library_en" (provider = icu, locale = 'en-u-kn-true-ks-level1');--> statement-breakpoint
CREATE COLLATION "library_fr" (provider = icu, locale = 'fr-u-kn-true-ks-level1');--> statement-breakpoint
CREATE COLLATION "library_de" (provider = icu, locale = 'de-u-kn-true-ks-level1');
