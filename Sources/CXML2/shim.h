#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>

/// `xmlFree` is a variable, which Swift's threads may not touch.
static inline void replant_xml_free(void *memory) { xmlFree(memory); }
