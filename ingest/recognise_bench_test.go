package ingest

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// BenchmarkRecognise recognises the heads of all files of the recorded incidents, once each time round.
func BenchmarkRecognise(b *testing.B) {
	var heads [][]byte
	err := filepath.WalkDir(filepath.Join("..", "fixtures", "incidents"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == "want.json" || d.Name() == "README" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		head, err := io.ReadAll(io.LimitReader(f, format.HeadSize))
		heads = append(heads, head)
		return err
	})
	if err != nil || len(heads) == 0 {
		b.Fatalf("%d heads: %v", len(heads), err)
	}
	opt := format.Options{MaxLine: 16 << 20, MaxDepth: 200}
	b.ReportAllocs()
	for b.Loop() {
		for _, head := range heads {
			Recognise(head, opt)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(heads)), "µs/file")
}
